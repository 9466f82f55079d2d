// Making elements. Text always goes in as text, never as markup.

// el makes an element. Properties that begin with "on" are listeners; the
// others are attributes, where true is an empty one and false or null none.
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) {
      node.addEventListener(name.slice(2), value);
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, value === true ? '' : value);
    }
  }
  node.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

// count is "1 class", "2 classes".
export function count(n, one, many = `${one}s`) {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}

// growing appends the elements of a long list in portions, the next one when
// asked for, since ten thousand entries at once stall the page.
export function growing(parent, items, make, portion = 100) {
  let shown = 0;
  const more = el('button', { type: 'button', class: 'item soft', onclick: () => grow() });
  const grow = () => {
    const next = items.slice(shown, shown + portion);
    shown += next.length;
    more.remove();
    parent.append(...next.map(make));
    if (shown < items.length) {
      more.textContent = `Show more (${items.length - shown} left)`;
      parent.append(more);
    }
  };
  grow();
}
