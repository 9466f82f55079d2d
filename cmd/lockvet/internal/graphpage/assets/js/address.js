// The selection in the address of the page, so that it can be sent around.

// toHash names the selection.
export function toHash(selected) {
  if (selected === null) {
    return '';
  }
  const { type, item } = selected;
  const name = { cycle: () => [item.id], class: () => [item.name], edge: () => [item.from.name, item.to.name] }[type]();
  return `#${type}=${name.map(encodeURIComponent).join('+')}`;
}

// fromHash finds what a hash names, or null.
export function fromHash(hash, model) {
  const [, type, rest] = /^#(cycle|class|edge)=(.*)$/.exec(hash) || [];
  if (!type) {
    return null;
  }
  let names;
  try {
    names = rest.split('+').map(decodeURIComponent);
  } catch {
    return null; // not an escape that this page wrote
  }
  const item = {
    cycle: () => model.cycles.find((c) => c.id === names[0]),
    class: () => model.classes.find((c) => c.name === names[0]),
    edge: () => model.pairs.find((p) => p.from.name === names[0] && p.to.name === names[1]),
  }[type]();
  return item ? { type, item } : null;
}
