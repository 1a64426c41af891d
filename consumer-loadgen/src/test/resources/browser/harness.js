// What the browser tests read of a page. A chart is given by the id of its container.
window.harness = (() => {
  const chartOf = id => poolbench.charts[id];
  const container = id => document.getElementById(id);
  const series = (id, name) => chartOf(id).getModel().getSeries().filter(s => s.name === name);
  const shapes = id => chartOf(id).getZr().storage.getDisplayList(true)
    .filter(shape => shape.style && shape.style.text);
  const x = (id, value) => chartOf(id).convertToPixel({xAxisIndex: 0}, value);

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

  // Scrolls the chart into the window, and gives a place in it by its left and top there.
  const inWindow = (id, place) => {
    container(id).scrollIntoView({block: 'center', behavior: 'instant'});
    const box = chartOf(id).getDom().getBoundingClientRect();
    const [left, top] = place(box);
    return [Math.round(box.left + left), Math.round(box.top + top)];
  };

  const harness = {
    // A cell and its sections.
    cell: number => [container('cell-' + number)]
      .flatMap(cell => [cell, ...cell.querySelectorAll('details')]),
    allDrawn: (part = document) =>
      [...part.querySelectorAll('.chart')].every(chart => poolbench.charts[chart.id]),
    charts: (selector = '.chart') =>
      [...document.querySelectorAll(selector)].map(chart => chart.id).filter(chartOf),
    firstOfEachKind: () =>
      [...new Set([...document.querySelectorAll('.chart')].map(chart => chart.dataset.kind))]
        .flatMap(kind => harness.charts(`.chart[data-kind="${kind}"]`).slice(0, 1)),

    // Whether each of some canvases has more than one colour.
    painted: canvases => canvases.length > 0 && [...canvases].every(canvas => {
      if (!canvas.width || !canvas.height) return false;
      const pixels = new Uint32Array(canvas.getContext('2d')
        .getImageData(0, 0, canvas.width, canvas.height).data.buffer);
      return pixels.some(pixel => pixel !== pixels[0]);
    }),
    isDrawn: id => harness.painted(container(id).querySelectorAll('canvas')),
    blank: () => harness.charts().filter(id => !harness.isDrawn(id)),
    shownSeries: id => chartOf(id).getModel().getSeries()
      .filter(s => !chartOf(id).getModel().isSeriesFiltered(s)).map(s => s.name),
    texts: id => shapes(id).map(shape => shape.style.text),
    extentOfX: id => chartOf(id).getModel().getComponent('xAxis').axis.scale.getExtent(),

    // Of the last series of a name: how high its points stand on those below them.
    stacked: (id, name) => {
      const data = series(id, name).at(-1).getData();
      return data.mapArray(data.getCalculationInfo('stackResultDimension'), height => height);
    },
    // The colour above a place on the x axis, at the bottom of the chart.
    colour: (id, value) => {
      const top = Math.round(chartOf(id).convertToPixel({yAxisIndex: 0}, 0)) - 4;
      return chartOf(id).getDom().querySelector('canvas').getContext('2d')
        .getImageData(Math.round(x(id, value)), top, 1, 1).data.join();
    },
    hasCursorAt: (id, value) => {
      const cursor = container(id).querySelector('.cursor');
      return cursor.checkVisibility() && Math.abs(parseFloat(cursor.style.left) - x(id, value)) < 1;
    },

    pointPlace: (id, name, index) => inWindow(id, () => {
      const all = chartOf(id).getOption().series;
      const at = all.findIndex(each => each.name === name);
      return chartOf(id).convertToPixel({seriesIndex: at}, all[at].data[index]);
    }),
    levelPlace: (id, value) => inWindow(id, box => [x(id, value), box.height / 2]),
    middlePlace: id => inWindow(id, box => [box.width / 2, box.height / 2]),
    textPlace: (id, text) => inWindow(id, () => {
      const label = shapes(id).find(shape => shape.style.text === text);
      const bounds = label.getBoundingRect().clone();
      if (label.transform) bounds.applyTransform(label.transform);
      return [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2];
    }),

    tooltips: () =>
      [...document.querySelectorAll('.tooltip')].filter(isShown).map(t => t.innerText),

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
