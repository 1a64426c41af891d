'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const charts = poolbenchCharts;
  const board = new charts.Board();
  window.poolbench = {ready: false, charts: board.charts};
  const FIGURES = ['tps', 'tp99', 'cpu'];
  // What fits a sheet of paper, in CSS pixels.
  const PRINTED = {width: 680};

  function drawPanel(panel) {
    const curves = data.panels[panel].map(each => Object.assign({}, each.curve, {name: each.label}));
    const place = document.getElementById('most-' + panel);
    place.style.height = 52 + 34 * curves.length + 'px';
    board.draw(place.id, charts.most(curves));
    FIGURES.forEach(figure => board.draw(figure + '-' + panel, charts.overview(curves, figure, data.figures, true), 'panel-' + panel));
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
  performance.mark('poolbench.ready');
})();
