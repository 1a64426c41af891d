'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const charts = poolbenchCharts;
  const board = new charts.Board();
  window.poolbench = {ready: false, charts: board.charts};
  const FIGURES = ['tps', 'tp99', 'cpu'];
  // What fits a sheet of paper, in CSS pixels.
  const PRINTED = {width: 680};

  /** Straight between known neighbours, as lines are: a gap in a stack would fall to zero. */
  function bridged(column) {
    const known = [...column.keys()].filter(index => column[index] !== null);
    return column.map((value, index) => {
      const before = known.filter(other => other <= index).at(-1);
      const after = known.find(other => other >= index);
      return before === undefined || after === undefined || before === after ? value
        : column[before] + (column[after] - column[before]) * (index - before) / (after - before);
    });
  }

  /** From the lowest to the highest repetition: an invisible line, and on top of it the distance. */
  function band(line, levels, curve, figure) {
    const of = curve.figures[figure];
    if (!of || !of.lowest) {
      return [];
    }
    const column = value => bridged(levels.map(level => {
      const index = curve.levels.indexOf(level);
      return index < 0 || curve.verdicts[index] === 'INVALID' || of.lowest[index] === null ? null : value(index);
    }));
    const shared = {
      type: 'line', name: line.name, stack: line.name, symbol: 'none', lineStyle: {opacity: 0}, silent: true,
      itemStyle: line.itemStyle, emphasis: {disabled: true}, z: 1,
    };
    return [
      Object.assign({data: column(index => of.lowest[index])}, shared),
      Object.assign({data: column(index => of.highest[index] - of.lowest[index]), areaStyle: {color: line.itemStyle.color, opacity: 0.22}}, shared),
    ];
  }

  function compared(curves, figure) {
    const build = charts.overview(curves, figure, data.figures);
    return look => {
      const option = build(look);
      const levels = option.xAxis.data.map(Number);
      const bands = curves.flatMap((curve, number) => band(option.series[number], levels, curve, figure));
      return Object.assign(option, {series: option.series.concat(bands)});
    };
  }

  function drawPanel(panel) {
    const curves = data.panels[panel].map(each => Object.assign({}, each.curve, {name: each.label}));
    const place = document.getElementById('most-' + panel);
    place.style.height = 52 + 34 * curves.length + 'px';
    board.draw(place.id, charts.most(curves));
    FIGURES.forEach(figure => board.draw(figure + '-' + panel, compared(curves, figure), 'panel-' + panel));
  }

  const sections = [...document.querySelectorAll('details.cell')];
  const drawOpened = () => sections.filter(section => section.open).forEach(section => drawPanel(Number(section.dataset.cell)));

  sections.forEach(section => section.addEventListener('toggle', drawOpened));
  window.addEventListener('beforeprint', () => {
    document.querySelectorAll('details').forEach(section => { section.open = true; });
    drawOpened();
    board.print(true, PRINTED);
  });
  window.addEventListener('afterprint', () => board.print(false));

  drawOpened();
  window.poolbench.ready = true;
})();
