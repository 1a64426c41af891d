'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const charts = poolbenchCharts;
  const board = new charts.Board();
  window.poolbench = {ready: false, charts: board.charts};
  const METRICS = ['tps', 'tp99'];

  board.drawSections(panel => {
    const curves = data.curves[panel].map(each => Object.assign({}, each.curve, {name: each.label}));
    const group = 'panel-' + panel;
    board.drawCapacity('capacity-' + panel, curves);
    METRICS.forEach(metric => board.draw(metric + '-' + panel, charts.overview(curves, metric, data.metrics, true), group));
    board.drawChosen('metric-' + panel, metric => charts.overview(curves, metric, data.metrics, true), group);
  });
  window.poolbench.ready = true;
  performance.mark('poolbench.ready');
})();
