// Colours and line styles of what is drawn.

const dark = window.matchMedia('(prefers-color-scheme: dark)');

// onThemeChange calls f whenever the preferred scheme changes.
export function onThemeChange(f) {
  dark.addEventListener('change', f);
}

const LIGHT = {
  background: '#f6f7f9',
  text: '#1c2430',
  soft: '#5b6675',
  node: '#ffffff',
  accent: '#2563eb',
  origins: ['#7b8797', '#64748b', '#0b8f81', '#5b4bd6'],
  severity: { fault: '#d21f2b', risk: '#c26a0a', harmless: '#4b7a57' },
  bundle: '#8793a5',
};

const DARK = {
  background: '#12161c',
  text: '#dde3ec',
  soft: '#93a0b1',
  node: '#1d232c',
  accent: '#7aa7ff',
  origins: ['#7b8797', '#8b98aa', '#2dbfae', '#9d90ff'],
  severity: { fault: '#ff5d5d', risk: '#f0a04b', harmless: '#7fbf8f' },
  bundle: '#556070',
};

// theme returns the colours of the scheme that is preferred now.
export function theme() {
  return dark.matches ? DARK : LIGHT;
}

// hue spreads packages over the circle, and keeps away from red, which is for
// cycles.
function hue(pkg) {
  return 35 + ((pkg.id * 137.508) % 290);
}

// packageColors are the fill and border of a cluster and the border of its
// classes.
export function packageColors(pkg) {
  const h = hue(pkg).toFixed(0);
  return dark.matches
    ? {
        fill: `hsl(${h} 30% 13%)`,
        line: `hsl(${h} 26% 26%)`,
        title: `hsl(${h} 38% 72%)`,
        node: `hsl(${h} 30% 42%)`,
        swatch: `hsl(${h} 45% 52%)`,
      }
    : {
        fill: `hsl(${h} 48% 95%)`,
        line: `hsl(${h} 34% 84%)`,
        title: `hsl(${h} 48% 29%)`,
        node: `hsl(${h} 38% 62%)`,
        swatch: `hsl(${h} 50% 55%)`,
      };
}

// KIND_STYLES are by the number of the kind: wait, poll, spin, retry, try. What
// waits is a whole line, and what only tries a broken one.
export const KIND_STYLES = [
  { width: 1.3, dash: [], hollow: false },
  { width: 2.6, dash: [], hollow: false },
  { width: 2.2, dash: [9, 3, 2, 3], hollow: false },
  { width: 1.4, dash: [7, 4], hollow: false },
  { width: 1.4, dash: [2, 3.5], hollow: true },
];

// kindStyle is the style of a kind, also of one this page does not know.
export function kindStyle(kind) {
  return KIND_STYLES[kind] || KIND_STYLES[0];
}
