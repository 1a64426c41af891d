// What the browser tests read of a page. A chart is given by the id of its container.
window.harness = (() => {
  const chartOf = id => poolbench.charts[id];
  const container = id => document.getElementById(id);
  const shapes = id => chartOf(id).getZr().storage.getDisplayList(true)
    .filter(shape => shape.style && shape.style.text);

  // Colours are [r, g, b, alpha]; luminance and contrast as in WCAG 2.2.
  const painter = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  const rgba = colour => {
    painter.clearRect(0, 0, 1, 1);
    painter.fillStyle = colour;
    painter.fillRect(0, 0, 1, 1);
    const [r, g, b, alpha] = painter.getImageData(0, 0, 1, 1).data;
    return [r, g, b, alpha / 255];
  };
  const over = (top, below) =>
    [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const linear = c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) =>
    0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const behind = element => {
    if (!element) {
      return rgba(matchMedia('(prefers-color-scheme: dark)').matches
        && getComputedStyle(document.documentElement).colorScheme.includes('dark')
        ? 'rgb(18, 18, 18)' : 'white');
    }
    const own = rgba(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, behind(element.parentElement));
  };
  const textOn = (text, colour, element) => {
    const back = behind(element);
    return {text, ratio: contrast(over(rgba(colour), back), back)};
  };
  const isShown = element =>
    element.checkVisibility({opacityProperty: true, visibilityProperty: true});

  const harness = {
    allDrawn: () =>
      [...document.querySelectorAll('.chart')].every(chart => poolbench.charts[chart.id]),
    charts: () =>
      [...document.querySelectorAll('.chart')].map(chart => chart.id).filter(chartOf),

    // Whether each of some canvases has more than one colour.
    painted: canvases => canvases.length > 0 && [...canvases].every(canvas => {
      if (!canvas.width || !canvas.height) return false;
      const pixels = new Uint32Array(canvas.getContext('2d')
        .getImageData(0, 0, canvas.width, canvas.height).data.buffer);
      return pixels.some(pixel => pixel !== pixels[0]);
    }),
    isDrawn: id => harness.painted(container(id).querySelectorAll('canvas')),
    blank: () => harness.charts().filter(id => !harness.isDrawn(id)),

    // Every visible text of the page outside charts, and every text in a chart.
    pageContrasts: () => {
      const found = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode.textContent.trim();
        const parent = texts.currentNode.parentElement;
        if (text && isShown(parent) && parent.getClientRects().length) {
          found.push(textOn(text, getComputedStyle(parent).color, parent));
        }
      }
      return found;
    },
    chartContrasts: () => harness.charts().flatMap(id => shapes(id)
      .filter(shape => shape.style.fill && !shape.invisible && !shape.ignore)
      .map(shape => textOn(shape.style.text, shape.style.fill, chartOf(id).getDom()))),
    // The lines of charts, and of the intervals outside of them.
    lineContrasts: () => harness.charts().flatMap(id => chartOf(id).getOption().series
      .map(of => textOn(id + ' ' + of.name, of.lineStyle.color, chartOf(id).getDom())))
      .concat([...document.querySelectorAll('.whisker, .mark')]
        .map(of => textOn(of.className, getComputedStyle(of).color, of.parentElement))),
    backgroundLuminance: () => luminance(behind(document.body)),
  };
  return harness;
})();
