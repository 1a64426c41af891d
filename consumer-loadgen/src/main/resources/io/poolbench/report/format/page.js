'use strict';
/*
 * Draws the charts of a page as Chart.java writes them. Texts are untrusted: tooltips take HTML, so
 * texts go through escape().
 */
(() => {
  const places = JSON.parse(document.getElementById('data').textContent);
  const drawn = {};
  window.poolbench = {ready: false, charts: drawn};
  const LINES = 7;
  const MAX_LEGEND_ROWS = 3;
  const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect'];
  const CROSS = 'path://M0,2 L2,0 L5,3 L8,0 L10,2 L7,5 L10,8 L8,10 L5,7 L2,10 L0,8 L3,5 Z';
  const SIGNS = {GOOD: '\u2713 ', BAD: '\u2717 ', OPEN: '~ ', VOID: '? '};
  const FONT = 'system-ui, sans-serif';

  const escape = text => String(text).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');

  /** As FigureText.measure, whatever the locale. */
  function measure(value) {
    if (value === null || value === undefined) {
      return '-';
    }
    const size = Math.abs(value);
    const digits = value.toFixed(value % 1 === 0 || size >= 100 ? 0 : size < 10 ? 2 : 1).split('.');
    return digits[0].replace(/\B(?=(\d{3})+$)/g, ',') + (digits[1] ? '.' + digits[1] : '');
  }

  const nines = value => measure(100 * (1 - Math.pow(10, -value))) + ' %';

  /** The colours that the page has at present. */
  function palette() {
    const style = getComputedStyle(document.documentElement);
    const of = name => style.getPropertyValue('--' + name).trim();
    return {
      text: of('text'), faint: of('faint'), grid: of('line'), axis: of('axis'), ground: of('ground'), raised: of('raised'),
      bad: of('bad'), open: of('open'), line: number => of('line-' + number % LINES),
    };
  }

  function axis(colours, given, more) {
    return Object.assign({
      type: given.logarithmic ? 'log' : 'value', name: given.name, nameTextStyle: {color: colours.faint},
      axisLine: {show: true, onZero: false, lineStyle: {color: colours.axis}}, splitLine: {show: false},
      axisLabel: {color: colours.faint, hideOverlap: true, showMaxLabel: false, showMinLabel: !given.logarithmic, formatter: given.nines ? nines : measure},
    }, more);
  }

  /** Extents of a logarithmic axis, which ends at powers otherwise. */
  function extent(values, given) {
    const low = Math.min(...values);
    const high = Math.max(...values);
    return given.logarithmic ? {logBase: 2, min: low / 1.1, max: high * 1.1} : given.nines ? {max: 'dataMax', min: 0} : {min: low > high / 3 ? low - (high - low) / 20 : 0, max: high + (high - low) / 20 || 1};
  }

  function points(series, colours) {
    return series.x.map((x, index) => {
      const tone = (series.tones || [])[index];
      return {
        value: [x, series.y[index]],
        symbol: tone === 'BAD' ? CROSS : tone === 'OPEN' || tone === 'VOID' ? 'emptyCircle' : SYMBOLS[series.style % SYMBOLS.length],
        itemStyle: tone === 'BAD' ? {color: colours.bad} : {},
      };
    });
  }

  function line(chart, series, colours) {
    const colour = colours.line(series.style);
    const data = points(series, colours);
    return {
      type: 'line', name: series.name, symbolSize: 8, showSymbol: data.length <= 60, showAllSymbol: true, connectNulls: true,
      // The library stacks the dimension that comes first, where neither axis has categories.
      ...(series.stacked
        ? {stack: 'all', areaStyle: {color: colour, opacity: 0.35}, encode: {x: 1, y: 0}, data: data.map(point => ({...point, value: [point.value[1], point.value[0]]}))}
        : {data}),
      lineStyle: {color: colour, width: 2, type: series.style >= LINES ? 'dashed' : 'solid'}, itemStyle: {color: colour}, emphasis: {disabled: true},
      ...(series === chart.series[0] ? {
        markLine: {
          symbol: 'none', silent: true, animation: false, lineStyle: {color: colours.bad, type: 'dashed', width: 1.5},
          label: {color: colours.bad, position: 'insideEndTop', formatter: of => of.data.words},
          data: (chart.limits || []).map(limit => ({yAxis: limit.y, words: limit.text})),
        },
        markArea: {
          silent: true, animation: false, label: {color: colours.text, position: 'top', fontSize: 11},
          data: (chart.bands || []).map((band, index) => [
            {xAxis: band.from, name: band.text, itemStyle: {color: index % 2 === 1 ? colours.grid : 'transparent', opacity: 0.35}}, {xAxis: band.to}]),
        },
      } : {}),
    };
  }

  function range(series, index) {
    const low = (series.low || [])[index];
    const high = (series.high || [])[index];
    return low === undefined || low === null || low === high ? '' : ' (' + measure(low) + '..' + measure(high) + ')';
  }

  /** All lines at the place that is nearest to the mouse. */
  function tooltip(chart) {
    return hovered => {
      const at = hovered[0].axisValue;
      const distance = x => Math.abs(x - at);
      const nearest = chart.series.flatMap(series => series.x).reduce((best, x) => distance(x) < distance(best) ? x : best);
      const rows = chart.series.map(series => [series, series.x.indexOf(nearest)]).filter(([, index]) => index >= 0)
        .map(([series, index]) => '<tr><td class="text">' + escape(series.name) + '<td>'
          + escape((SIGNS[(series.tones || [])[index]] || '') + measure(series.y[index]) + range(series, index)));
      return '<b>' + escape((chart.x.nines ? nines(nearest) : measure(nearest)) + ' ' + (chart.x.nines ? '' : chart.x.name)) + '</b><table>' + rows.join('') + '</table>';
    };
  }

  /** Rows that the legend takes, each entry with its symbol and gaps. */
  function legendRows(chart, width) {
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = '12px ' + FONT;
    let rows = 1;
    let used = 0;
    chart.series.map(series => pen.measureText(series.name).width + 42).forEach(entry => {
      rows += used > 0 && used + entry > width - 20 ? 1 : 0;
      used = used > 0 && used + entry > width - 20 ? entry : used + entry;
    });
    return rows;
  }

  function option(chart, colours, width) {
    const rows = legendRows(chart, width);
    const shown = printing || rows > MAX_LEGEND_ROWS ? 1 : rows;
    const xs = chart.series.flatMap(series => series.x);
    const ys = chart.series.flatMap(series => series.y).concat((chart.limits || []).map(limit => limit.y)).filter(y => y !== null);
    return {
      animation: false,
      textStyle: {color: colours.text, fontFamily: FONT},
      legend: {type: printing || rows <= MAX_LEGEND_ROWS ? 'plain' : 'scroll', show: chart.series.length > 1, top: 0, data: chart.series.map(series => series.name), textStyle: {color: colours.text}, pageTextStyle: {color: colours.text}, pageIconColor: colours.text, pageIconInactiveColor: colours.axis, inactiveColor: colours.axis},
      grid: {left: 58, right: 20, top: ((chart.bands || []).length ? 70 : 52) + 24 * (shown - 1), bottom: 44},
      tooltip: {trigger: 'axis', className: 'tooltip', confine: true, backgroundColor: colours.raised, borderColor: colours.axis, textStyle: {color: colours.text, fontSize: 12}, extraCssText: 'max-width:22rem;white-space:normal', formatter: tooltip(chart)},
      xAxis: axis(colours, chart.x, {nameLocation: 'middle', nameGap: 28, minInterval: chart.x.nines ? 0 : 1, ...extent(xs, chart.x), axisPointer: {type: 'line', snap: true}}),
      yAxis: axis(colours, chart.y, {
        nameTextStyle: {color: colours.faint, align: 'left'}, nameGap: (chart.bands || []).length ? 26 : 12, splitLine: {show: true, lineStyle: {color: colours.grid, opacity: 0.6}},
        ...(chart.y.logarithmic ? extent(ys, {logarithmic: true}) : {min: 0, max: chart.series.some(series => series.stacked) ? null : Math.max(...ys) * 1.06 || 1}),
              }),
      series: chart.series.map(series => line(chart, series, colours)),
    };
  }

  const chosen = place => {
    const choice = document.getElementById('choice-' + place);
    return places[place][choice ? Number(choice.value) : 0];
  };

  let printing = false;

  function show(container) {
    const place = Number(container.dataset.place);
    drawn[container.id] = drawn[container.id] || echarts.init(container, null, {renderer: 'canvas'});
    drawn[container.id].setOption(option(chosen(place), palette(), container.clientWidth), {notMerge: true});
  }

  const containers = [...document.querySelectorAll('.chart')];

  /** Draws what is to be seen and has not been drawn. */
  function showVisible() {
    containers.filter(container => container.offsetParent !== null && !drawn[container.id]).forEach(show);
  }

  const redraw = () => containers.filter(container => drawn[container.id]).forEach(show);
  const fit = () => {
    Object.values(drawn).forEach(chart => chart.resize());
    redraw();
  };

  document.querySelectorAll('.choice').forEach(choice => {
    choice.hidden = false;
    choice.querySelector('select').addEventListener('change', () => show(choice.querySelector('.chart')));
  });
  document.querySelectorAll('details').forEach(section => section.addEventListener('toggle', showVisible));
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  window.addEventListener('resize', fit);
  function print(on) {
    printing = on;
    if (on) {
      document.querySelectorAll('details').forEach(section => { section.open = true; });
    }
    showVisible();
    fit();
  }
  window.addEventListener('beforeprint', () => print(true));
  window.addEventListener('afterprint', () => print(false));
  showVisible();
  window.poolbench.ready = true;
})();
