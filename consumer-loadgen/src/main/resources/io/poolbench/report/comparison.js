'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const charts = poolbenchCharts;
  const board = new charts.Board();
  window.poolbench = {ready: false, charts: board.charts};
  const METRICS = ['tps', 'tp99', 'provider_cpu_pct'];

  board.drawSections(panel => {
    const curves = data.panels[panel].map(each => Object.assign({}, each.curve, {name: each.label}));
    board.drawCapacity('capacity-' + panel, curves);
    METRICS.forEach(metric => board.draw(metric + '-' + panel, charts.overview(curves, metric, data.metrics, true), 'panel-' + panel));
  });
  window.poolbench.ready = true;
  performance.mark('poolbench.ready');
})();
