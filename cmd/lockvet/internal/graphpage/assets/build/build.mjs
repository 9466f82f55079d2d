// Bundles the page's program with the library it draws with, and collects the
// licences of all that the bundle contains. The same sources and lockfile give
// the same bytes.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const assets = dirname(here);

// sourceHash covers what the bundle is made of; a Go test compares it, so that
// a bundle older than its sources is noticed without npm.
function sourceHash() {
  const hash = createHash('sha256');
  const files = readdirSync(join(assets, 'js'))
    .sort()
    .map((name) => join(assets, 'js', name));
  for (const file of [...files, join(here, 'package-lock.json'), join(here, 'build.mjs')]) {
    hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

// packageOf is the folder of the package that an input of the bundle is from.
function packageOf(input) {
  const parts = input.split('node_modules/');
  if (parts.length < 2) {
    return null;
  }
  const [scope, name] = parts.pop().split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

// MIT is the text for packages that name this licence and ship no copy of it.
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

function licence(name) {
  const root = join(here, 'node_modules', name);
  const { version, license, author } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const file = readdirSync(root).find((f) => /^licen[cs]e(\.\w+)?$/i.test(f));
  if (!file && license !== 'MIT') {
    throw new Error(`${name} has no licence text`);
  }
  const text = file ? readFileSync(join(root, file), 'utf8') : `Copyright (c) ${author.name || author}\n\n${MIT}`;
  return `${name} ${version} (${license})\n\n${text.replaceAll('\r', '').trim()}\n`;
}

const result = await esbuild.build({
  entryPoints: [join(assets, 'js', 'main.js')],
  absWorkingDir: here,
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  charset: 'ascii',
  format: 'iife',
  legalComments: 'none',
  nodePaths: [join(here, 'node_modules')],
  target: ['chrome115', 'firefox115', 'safari16'],
});
const bundle = result.outputFiles[0].text;
if (/<\/script|<!--/i.test(bundle)) {
  throw new Error('the bundle would end the script element that it stands in');
}
const head = `/* Built from assets/js by assets/build; the licences of what is built in are in assets/LICENSES. */\n/* sources ${sourceHash()} */\n`;
writeFileSync(join(assets, 'bundle.js'), head + bundle);

const packages = [...new Set(Object.keys(result.metafile.inputs).map(packageOf))].filter(Boolean).sort();
writeFileSync(join(assets, 'LICENSES'), packages.map(licence).join(`\n${'-'.repeat(78)}\n\n`));
