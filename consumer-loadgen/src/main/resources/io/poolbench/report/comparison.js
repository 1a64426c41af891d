'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const charts = poolbenchCharts;
  const board = new charts.Board();
  window.poolbench = {ready: false, charts: board.charts};
  const FIGURES = ['tps', 'tp99', 'cpu'];

  board.drawSections(panel => {
    const curves = data.panels[panel].map(each => Object.assign({}, each.curve, {name: each.label}));
    board.drawMost('most-' + panel, curves);
    FIGURES.forEach(figure => board.draw(figure + '-' + panel, charts.overview(curves, figure, data.figures, true), 'panel-' + panel));
  });
  window.poolbench.ready = true;
  performance.mark('poolbench.ready');
})();
