const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** An SVG element with its attributes and children. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** An HTML element with its attributes and children. */
export function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Sets a text only when it differs, so that live regions speak once. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Fills a container anew only when what it shows has changed. */
export function refill(container, content, build) {
  const key = JSON.stringify(content);
  if (container.dataset.content === key) return;
  container.dataset.content = key;
  container.replaceChildren(...build(content));
}
