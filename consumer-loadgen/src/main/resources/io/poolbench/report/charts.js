'use strict';
/*
 * The charts of poolbench's pages. Each takes curves as CurveData.java writes them and returns a
 * function of a palette and the spacing of loads to the options of a chart; a Board draws them, and
 * again when either changes. Texts are untrusted: tooltips take HTML, so texts go through escape().
 */
const poolbenchCharts = (() => {
  // Okabe and Ito's colours, safe for colour blindness; symbols and dashes differ in grey.
  const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#8f8f8f'];
  const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect'];
  const DASHES = ['solid', 'dashed', 'dotted'];
  const FONT = 'system-ui, sans-serif';
  const FAILS = 'breaks the SLA';
  const INVALID = 'INVALID';
  const UNDECIDED = 'UNDECIDED';
  const {spacings, nearest, bands} = poolbenchLoads;

  const escape = text => String(text).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');

  /** As FigureText.measure, whatever the locale. */
  function measure(value) {
    if (value === null || value === undefined) {
      return '-';
    }
    const size = Math.abs(value);
    return grouped(value.toFixed(size < 10 && size % 1 !== 0 ? 2 : size < 100 && size % 1 !== 0 ? 1 : 0));
  }

  function grouped(digits) {
    const [whole, decimals] = digits.split('.');
    const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
    return decimals === undefined ? groups : groups + '.' + decimals;
  }

  function theme(dark) {
    return dark
      ? {text: '#e8eaed', faint: '#a9b1bc', line: '#434b55', ground: '#14171b', raised: '#1f242a', hatch: 'rgba(169,177,188,0.55)', fail: 'rgba(213,94,0,0.22)', undecided: 'rgba(230,159,0,0.20)', limit: '#ff9a55'}
      : {text: '#1b1f24', faint: '#565e69', line: '#c9ced6', ground: '#ffffff', raised: '#ffffff', hatch: 'rgba(86,94,105,0.5)', fail: 'rgba(213,94,0,0.12)', undecided: 'rgba(230,159,0,0.14)', limit: '#b04a00'};
  }

  /** Diagonal lines, for what is INVALID or a lower bound. */
  function hatch(colour) {
    const tile = document.createElement('canvas');
    tile.width = tile.height = 8;
    const pen = tile.getContext('2d');
    pen.strokeStyle = colour;
    pen.lineWidth = 1.5;
    for (const shift of [-8, 0, 8]) {
      pen.beginPath();
      pen.moveTo(shift, 8);
      pen.lineTo(shift + 8, 0);
      pen.stroke();
    }
    return {image: tile, repeat: 'repeat'};
  }

  function textWidth(text) {
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = '12px ' + FONT;
    // With some room: what draws it may round each letter.
    return Math.ceil(1.15 * pen.measureText(text).width);
  }

  const style = number => ({
    colour: COLOURS[number % COLOURS.length],
    symbol: SYMBOLS[number % SYMBOLS.length],
    dash: DASHES[Math.floor(number / COLOURS.length) % DASHES.length],
  });

  function base(palette) {
    return {
      animation: false,
      textStyle: {color: palette.text, fontFamily: FONT},
      legend: {type: 'scroll', top: 0, textStyle: {color: palette.text}, pageTextStyle: {color: palette.text}, pageIconColor: palette.text, pageIconInactiveColor: palette.line, inactiveColor: palette.line},
      tooltip: {trigger: 'axis', className: 'tooltip', confine: true, backgroundColor: palette.raised, borderColor: palette.line, textStyle: {color: palette.text, fontSize: 12}, extraCssText: 'max-width:22rem;white-space:normal'},
    };
  }

  function valueAxis(palette, name, more) {
    return Object.assign({
      type: 'value', name, nameTextStyle: {color: palette.faint, align: 'left'}, min: 0,
      // On its side, wherever the loads begin.
      axisLine: {show: false, onZero: false}, axisTick: {show: false},
      axisLabel: {color: palette.faint, formatter: measure, showMaxLabel: more && more.max && more.max !== 100 ? false : undefined}, splitLine: {lineStyle: {color: palette.line, opacity: 0.5}},
    }, more);
  }

  /** A second axis, without lines of its own. */
  const rightAxis = (palette, name, more) =>
    valueAxis(palette, name, {splitLine: {show: false}, nameTextStyle: {color: palette.faint, align: 'right'}, ...more});

  function loadAxis(palette, scale, unit) {
    const {name, ends, ...steps} = scale.axis(unit);
    const label = position => scale.label(position) === undefined ? '' : grouped(String(scale.label(position)));
    return {
      type: 'value', name, ...steps, min: scale.extent[0], max: scale.extent[1], nameLocation: 'middle', nameGap: 26, nameTextStyle: {color: palette.faint},
      axisLabel: {color: palette.faint, hideOverlap: true, padding: [0, 4], formatter: label, ...ends}, splitLine: {show: false},
      axisLine: {show: true, onZero: false, lineStyle: {color: palette.line}}, axisTick: {show: true}, axisPointer: {type: 'line', snap: true},
    };
  }

  const MAX_WITHOUT_ZOOM = 12;

  /** One slider serves all charts over the same loads, as they are linked. Lines go on to the edge. */
  function zoom(palette, levels, visible) {
    return levels.length <= MAX_WITHOUT_ZOOM ? [] : [
      {type: 'slider', show: visible === true, height: 18, bottom: 4, borderColor: palette.line, textStyle: {color: palette.faint}, brushSelect: false, showDetail: false, showDataShadow: false, filterMode: 'none'},
      {type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseMove: false, moveOnMouseWheel: false, filterMode: 'none'},
    ];
  }

  /** The same margins for all charts, so that loads stand one below the other. */
  const room = slider => ({left: 52, right: 52, top: 56, bottom: slider ? 70 : 44});

  const at = (curve, metric) => (curve.metrics[metric] || {median: curve.levels.map(() => null)}).median;

  /** A value for each of a curve's loads, at its place. */
  const placed = (scale, curve, values) => values.map((value, index) => [scale.position(curve.levels[index]), value]);

  /**
   * For lines in a stack: the library stacks the dimension that comes first, where neither axis has
   * categories.
   */
  const stackable = points => ({encode: {x: 1, y: 0}, data: points.map(([position, value]) => [value, position])});

  function line(number, name, data, more) {
    const of = style(number);
    return Object.assign({
      type: 'line', name, data, symbol: of.symbol, symbolSize: 7, showAllSymbol: 'auto', connectNulls: true,
      lineStyle: {color: of.colour, type: of.dash, width: 2}, itemStyle: {color: of.colour}, emphasis: {disabled: true},
    }, more);
  }

  /** Areas behind the curves: where the SLA breaks, where it is undecided, and, hatched, where steps are INVALID. */
  function verdictBands(palette, curve, scale) {
    const areas = (name, verdict, color, border) => ({
      // Without points; it is there for the legend.
      type: 'scatter', name, symbol: 'rect', silent: true, data: [], itemStyle: {color, borderColor: border},
      markArea: {
        silent: true, animation: false, z: 0, itemStyle: {color, borderColor: border, borderWidth: 1},
        data: bands(scale, curve.levels, index => curve.verdicts[index] === verdict).map(([from, to]) => [{xAxis: from}, {xAxis: to}]),
      },
    });
    return [areas(FAILS, 'FAIL', palette.fail, 'transparent'), areas(UNDECIDED, 'UNDECIDED', palette.undecided, 'transparent'), areas(INVALID, 'INVALID', hatch(palette.hatch), palette.hatch)]
      .filter(series => series.markArea.data.length > 0);
  }

  /** The highest load within the SLA, as a line upright. */
  function capacityLine(palette, curve, scale) {
    return !curve.levels.includes(curve.capacity.level) ? undefined : {
      symbol: 'none', silent: true, animation: false, lineStyle: {color: palette.text, type: 'solid', width: 1},
      label: {color: palette.text, formatter: () => 'capacity: ' + curve.capacity.text, position: 'end'}, data: [{xAxis: scale.position(curve.capacity.level)}],
    };
  }

  /** What was published within the loads that were measured: farther out it would squeeze these. */
  function publishedWithin(curve) {
    return curve.published.filter(point => point.level >= curve.levels[0] && point.level <= curve.levels[curve.levels.length - 1]);
  }

  function publishedPoints(curve, scale, metrics, words) {
    return metrics
      .map((metric, number) => ({metric, number, points: publishedWithin(curve).filter(point => point.metric === metric)}))
      .filter(of => of.points.length > 0)
      .map(({metric, number, points}) => ({
        type: 'scatter', name: words[metric].title + ' published', yAxisIndex: metric === 'provider_cpu_pct' ? 1 : 0, symbol: style(number).symbol, symbolSize: 11,
        data: points.map(point => [scale.position(point.level), point.value]),
        itemStyle: {color: 'transparent', borderColor: style(number).colour, borderWidth: 2},
      }));
  }

  const withUnit = (metric, words) => measure(metric) + (words.unit ? ' ' + words.unit.replace('us', '\u00b5s') : '');

  /** As FigureText.load. */
  const load = (level, unit) => grouped(String(level)) + ' ' + (level === 1 && unit === 'users' ? 'user' : unit);

  /** A tooltip: a title, and a table of rows. */
  const tip = (title, rows) => '<b>' + escape(title) + '</b><table>' + rows.join('') + '</table>';

  /** A row of a tooltip's table. */
  const row = (name, value) => '<tr><td class="text">' + escape(name) + '<td>' + escape(value);

  function tooltipRow(curve, index, metric, words) {
    const of = curve.metrics[metric];
    if (!of || of.median[index] === null) {
      return '';
    }
    const spread = of.lowest && of.lowest[index] !== of.highest[index]
      ? ' (' + measure(of.lowest[index]) + '..' + measure(of.highest[index]) + ')' : '';
    const published = curve.published.find(point => point.metric === metric && point.level === curve.levels[index]);
    return row(words[metric].title, withUnit(of.median[index], words[metric]) + spread + (published ? ', published ' + measure(published.value) : ''));
  }

  /** What was published of a load that was not measured. */
  function publishedTooltip(curve, level, words) {
    return tip(load(level, curve.unit) + ': published, not measured', curve.published.filter(point => point.level === level)
      .map(point => row(words[point.metric].title, withUnit(point.value, words[point.metric]))));
  }

  /** The nearest step in a tooltip, whatever chart of its curve is pointed at. */
  function stepTooltip(curve, scale, metrics, words) {
    return hovered => {
      const level = nearest(scale, hovered[0].axisValue);
      const index = curve.levels.indexOf(level);
      if (index < 0) {
        return publishedTooltip(curve, level, words);
      }
      const rows = ['tps', 'provider_cpu_pct', ...PERCENTILES, 'availability_pct', ...metrics];
      const reason = curve.reasons[index];
      return '<b>' + escape(load(level, curve.unit) + ': ' + curve.verdicts[index]) + '</b>'
        + (curve.samples[index] > 1 ? '<br>medians (lowest..highest) of ' + escape(curve.samples[index]) + ' steps' : '')
        + (reason ? '<br>' + escape(reason) : '')
        + '<table>' + rows.map(metric => tooltipRow(curve, index, metric, words)).join('') + '</table>';
    };
  }

  const rising = levels => [...new Set(levels)].sort((a, b) => a - b);

  function overLoads(curve, words, metrics, axes, series, slider, tooltip = stepTooltip) {
    const levels = rising(curve.levels.concat(publishedWithin(curve).map(point => point.level)));
    return (palette, spacing) => {
      const scale = spacings[spacing](levels);
      return Object.assign(base(palette), {
        grid: room(slider && levels.length > MAX_WITHOUT_ZOOM),
        xAxis: loadAxis(palette, scale, curve.unit),
        yAxis: axes(palette),
        dataZoom: zoom(palette, levels, slider),
        tooltip: Object.assign(base(palette).tooltip, {formatter: tooltip(curve, scale, metrics, words)}),
        series: series(palette, scale).concat(verdictBands(palette, curve, scale)),
      });
    };
  }

  function throughput(curve, words) {
    return overLoads(curve, words, ['gc_count', 'gc_pause', 'steal_pct'],
      palette => [valueAxis(palette, 'TPS'), rightAxis(palette, 'CPU %', {max: 100})],
      (palette, scale) => [
        line(0, 'TPS', placed(scale, curve, at(curve, 'tps')), {markLine: capacityLine(palette, curve, scale)}),
        line(1, 'CPU', placed(scale, curve, at(curve, 'provider_cpu_pct')), {yAxisIndex: 1}),
      ].concat(publishedPoints(curve, scale, ['tps', 'provider_cpu_pct'], words)), true);
  }

  const PERCENTILES = ['tp50', 'tp90', 'tp99', 'tp999'];
  const BOUNDED = [...PERCENTILES, 'tp95'];

  const MAX_LINEAR_RATIO = 6;

  /** Where the tail is far above the bulk, a linear scale would show the tail alone. */
  function spansDecades(values) {
    const known = values.filter(value => value > 0);
    return known.length > 0 && Math.max(...known) / Math.min(...known) > MAX_LINEAR_RATIO;
  }

  function millisAxis(palette, values) {
    return spansDecades(values)
      ? valueAxis(palette, 'ms (log)', {type: 'log', logBase: 2, min: Math.pow(2, Math.floor(Math.log2(Math.min(...values.filter(value => value > 0)))))})
      : valueAxis(palette, 'ms');
  }

  function limitLine(palette, limits, position) {
    return limits.length === 0 ? undefined : {
      symbol: 'none', silent: true, animation: false, lineStyle: {color: palette.limit, type: 'dashed', width: 2},
      label: {color: palette.limit, position, formatter: of => of.name, fontWeight: 'bold', backgroundColor: palette.ground, padding: [1, 3]},
      data: limits.map(limit => ({yAxis: limit.limit, name: 'SLA ' + limit.text})),
    };
  }

  function latency(curve, words) {
    const metrics = PERCENTILES.filter(metric => curve.metrics[metric]);
    const limits = curve.limits.filter(limit => BOUNDED.includes(limit.metric) || limit.metric === 'mean');
    const values = metrics.flatMap(metric => at(curve, metric)).concat(limits.map(limit => limit.limit));
    return overLoads(curve, words, [], palette => [millisAxis(palette, values)],
      (palette, scale) => metrics
        .map((metric, number) => line(number, words[metric].title, placed(scale, curve, at(curve, metric)), number === 0 ? {markLine: limitLine(palette, limits, 'insideEndTop')} : {}))
        .concat(publishedPoints(curve, scale, PERCENTILES, words)));
  }

  function pool(curve, words) {
    const threads = ['pool_active_mean', 'pool_active_max', 'pool_threads'];
    const tasks = ['queue_mean', 'queue_max'];
    const known = metrics => metrics.filter(metric => curve.metrics[metric]);
    return overLoads(curve, words, threads.concat(tasks, 'pool_rejected'),
      palette => [valueAxis(palette, 'threads'), rightAxis(palette, 'queue, rejections', {minInterval: 1})],
      (palette, scale) => known(threads).map((metric, number) => line(number, words[metric].title, placed(scale, curve, at(curve, metric))))
        .concat(known(tasks).map((metric, number) => line(number + 3, words[metric].title, placed(scale, curve, at(curve, metric)), {yAxisIndex: 1})))
        .concat(at(curve, 'pool_rejected').some(count => count > 0)
          ? [{type: 'bar', name: words.pool_rejected.title, yAxisIndex: 1, data: placed(scale, curve, at(curve, 'pool_rejected')), itemStyle: {color: COLOURS[5]}, barWidth: 6}] : []));
  }

  /** From the lower to the upper end of an interval: an invisible line, and on top of it the distance. */
  function interval(name, colour, levels, scale, band) {
    const shared = value => ({
      type: 'line', name, stack: name, symbol: 'none', lineStyle: {opacity: 0}, itemStyle: {color: colour}, silent: true, emphasis: {disabled: true}, z: 1,
      ...stackable(levels.map((level, index) => [scale.position(level), value(index)])),
    });
    return [shared(index => band.low[index]), Object.assign(shared(index => band.high[index] - band.low[index]), {areaStyle: {color: colour, opacity: 0.2}})];
  }

  /** In a program of a team's own the time in its service is one part. */
  const PARTS = ['queue_wait_mean', 'redis_mean', 'application_mean', 'outside_mean'];
  const UNDIVIDED = ['queue_wait_mean', 'service_mean', 'outside_mean'];

  function time(curve, words) {
    const parts = curve.metrics.application_mean ? PARTS : UNDIVIDED;
    const pauses = at(curve, 'gc_pause');
    const collected = at(curve, 'gc_count');
    return overLoads(curve, words, parts.concat('gc_count', 'gc_pause', 'provider_run_queue_wait'),
      palette => [valueAxis(palette, 'ms a call, mean'), rightAxis(palette, 'GC ms')],
      (palette, scale) => parts.filter(metric => curve.metrics[metric])
        .map((metric, number) => line(number, words[metric].title, [], {...stackable(placed(scale, curve, at(curve, metric))), stack: 'time', areaStyle: {opacity: 0.55, color: style(number).colour}}))
        .concat(pauses.some(pause => pause > 0) ? [{
          type: 'scatter', name: 'GC pauses', yAxisIndex: 1, symbol: 'triangle', z: 5, itemStyle: {color: palette.text, borderColor: palette.ground, borderWidth: 1},
          data: pauses.map((pause, index) => ({value: [scale.position(curve.levels[index]), pause > 0 ? pause : null], symbolSize: 6 + Math.min(10, collected[index] || 0)})),
        }] : []));
  }

  /** Where calls spend their time in the application: sites with most time, stacked. */
  function sites(curve) {
    return overLoads(curve, {}, [],
      palette => [valueAxis(palette, 'ms a call, mean')],
      (palette, scale) => curve.sites.map((site, number) => line(number, site.name, [],
        {...stackable(placed(scale, curve, site.millis)), stack: 'sites', areaStyle: {opacity: 0.55, color: style(number).colour}})),
      false, (_, scale) => hovered => {
        const level = nearest(scale, hovered[0].axisValue);
        const index = curve.levels.indexOf(level);
        return index < 0 ? '' : tip(load(level, curve.unit), curve.sites.map(site => row(site.name, measure(site.millis[index]) + ' ms')));
      });
  }

  const NINES = ['0 %', '90 %', '99 %', '99.9 %', '99.99 %', '99.999 %', '99.9999 %'];

  const percent = nines => (100 - 100 / Math.pow(10, nines)).toFixed(Math.max(1, Math.ceil(nines))).replace(/\.?0+$/, '') + ' %';

  function spectrum(curve) {
    const limits = curve.limits.filter(limit => BOUNDED.includes(limit.metric));
    const values = curve.spectra.flatMap(of => of.points.map(point => point[1])).concat(limits.map(limit => limit.limit));
    return palette => Object.assign(base(palette), {
      grid: room(false),
      xAxis: {type: 'value', min: 0, interval: 1, name: 'percentile of the OK calls', nameLocation: 'middle', nameGap: 26, nameTextStyle: {color: palette.faint},
        axisLabel: {color: palette.faint, formatter: nines => NINES[nines] || ''}, splitLine: {lineStyle: {color: palette.line, opacity: 0.5}}},
      yAxis: [millisAxis(palette, values)],
      tooltip: Object.assign(base(palette).tooltip, {formatter: hovered => tip(percent(hovered[0].axisValue), hovered.map(of => row(of.seriesName, measure(of.value[1]) + ' ms')))}),
      series: curve.spectra.map((of, number) => line(number, load(of.level, curve.unit) + ', ' + of.verdict, of.points, {showSymbol: false, lineStyle: {color: style(number).colour, type: of.verdict === 'PASS' ? 'solid' : 'dashed', width: 2}, markLine: number === 0 ? limitLine(palette, limits, 'insideStartTop') : undefined})),
    });
  }

  /** From the lowest to the highest repetition. */
  function spread(colour, curve, scale, metric) {
    const of = curve.metrics[metric];
    if (!of || !of.lowest) {
      return [];
    }
    const known = [...curve.levels.keys()].filter(index => curve.verdicts[index] !== 'INVALID' && of.lowest[index] !== null);
    const ends = which => known.map(index => of[which][index]);
    return interval(curve.name, colour, known.map(index => curve.levels[index]), scale, {low: ends('lowest'), high: ends('highest')});
  }

  /**
   * One metric of several curves, those of a study's pools or, with the spread of each, of several
   * results.
   */
  function overview(curves, metric, words, spreadToo) {
    if (arePoints(curves)) {
      return bars(curves, metric, words);
    }
    const levels = rising(curves.flatMap(curve => curve.levels));
    // A line goes on past a load that was not measured, and breaks at one that is INVALID.
    const column = curve => at(curve, metric).map((value, index) => curve.verdicts[index] === 'INVALID' ? null : value);
    const limits = curves.flatMap(curve => curve.limits).filter(limit => limit.metric === metric)
      .filter((limit, index, all) => all.findIndex(other => other.text === limit.text) === index);
    const values = curves.flatMap(curve => at(curve, metric)).concat(limits.map(limit => limit.limit));
    const tooltip = scale => hovered => {
      const level = nearest(scale, hovered[0].axisValue);
      return tip(load(level, curves[0].unit) + ', ' + words[metric].title, curves
        .map(curve => [curve, curve.levels.indexOf(level)]).filter(([, index]) => index >= 0)
        .map(([curve, index]) => row(curve.name, withUnit(at(curve, metric)[index], words[metric])) + '<td class="text">' + escape(curve.verdicts[index])));
    };
    return (palette, spacing) => {
      const scale = spacings[spacing](levels);
      return Object.assign(base(palette), {
        grid: room(levels.length > MAX_WITHOUT_ZOOM),
        xAxis: loadAxis(palette, scale, curves[0].unit),
        yAxis: [words[metric].unit === 'ms' ? millisAxis(palette, values) : valueAxis(palette, words[metric].title + (words[metric].unit === '%' ? ' %' : ''), words[metric].unit === '%' && values.every(value => value <= 100) ? {max: 100} : {})],
        dataZoom: zoom(palette, levels, true),
        tooltip: Object.assign(base(palette).tooltip, {formatter: tooltip(scale)}),
        series: curves.map((curve, number) => line(number, curve.name, placed(scale, curve, column(curve)), {connectNulls: false, markLine: number === 0 ? limitLine(palette, limits, 'insideEndTop') : undefined}))
          .concat(!spreadToo ? [] : curves.flatMap((curve, number) => spread(style(number).colour, curve, scale, metric))),
      });
    };
  }

  /** Whether each of several curves is a point: then there is no load to draw them over. */
  const arePoints = curves => curves.length > 1 && curves.every(curve => curve.levels.length <= 1);

  const nameWidth = curves => Math.min(window.innerWidth < 600 ? 120 : 240, Math.max(...curves.map(curve => textWidth(curve.name))));

  const nameAxis = (palette, curves, width) => ({
    type: 'category', inverse: true, data: curves.map(curve => curve.name), axisTick: {show: false}, axisLine: {lineStyle: {color: palette.line}},
    axisLabel: {color: palette.text, width, overflow: 'truncate', interval: 0},
  });

  const heightOfBars = curves => 52 + 34 * curves.length + 'px';

  /** One metric of several curves of one load each: a bar for each of them, hatched where INVALID. */
  function bars(curves, metric, words) {
    const names = nameWidth(curves);
    const value = curve => at(curve, metric)[0];
    return palette => Object.assign(base(palette), {
      legend: {show: false},
      grid: {left: names + 16, right: 84, top: 4, bottom: 44},
      xAxis: valueAxis(palette, words[metric].title + (['%', 'ms'].includes(words[metric].unit) ? ' ' + words[metric].unit : ''), {nameLocation: 'middle', nameGap: 26, nameTextStyle: {color: palette.faint}}),
      yAxis: nameAxis(palette, curves, names),
      tooltip: Object.assign(base(palette).tooltip, {axisPointer: {type: 'shadow'}, formatter: hovered => {
        const curve = curves[hovered[0].dataIndex];
        return curve.levels.length === 0 ? escape(curve.name) + ': not measured' : '<b>' + escape(curve.name) + '</b>, ' + escape(load(curve.levels[0], curve.unit) + ': ' + curve.verdicts[0])
          + '<table>' + tooltipRow(curve, 0, metric, words) + '</table>';
      }}),
      series: [{
        type: 'bar', name: words[metric].title, barMaxWidth: 26,
        data: curves.map(curve => ({value: value(curve), itemStyle: {color: curve.verdicts[0] === 'INVALID' ? hatch(palette.hatch) : COLOURS[0]}})),
        label: {show: true, position: 'right', color: palette.text, formatter: of => measure(of.value) + (curves[of.dataIndex].verdicts[0] === 'INVALID' ? ' ' + INVALID : '')},
      }],
    });
  }

  /** The ends of the estimate's interval; without an estimate, of the repetitions. */
  function whisker(curve) {
    const estimate = curve.capacity.estimate;
    return estimate ? [estimate.lower, estimate.upper] : [curve.capacity.lowest, curve.capacity.highest];
  }

  /** How far a bar reaches, or its whisker where that reaches farther. */
  const reach = curve => Math.max(curve.capacity.level, whisker(curve)[1]);

  /** The points of an estimate, {@code estimate} or {@code undisturbed}, of all curves that have it. */
  function estimates(curves, which) {
    return curves.map((curve, index) => [curve.capacity[which] ? curve.capacity[which].load : null, index]).filter(point => point[0] !== null);
  }

  /** A bar for each curve; hatched where there may be more; a whisker and a mark for the estimate, else for repetitions that differ; a hollow mark for the estimate of the host undisturbed. */
  function capacity(curves) {
    const names = nameWidth(curves);
    return palette => Object.assign(base(palette), {
      legend: {show: false},
      grid: {left: names + 16, right: 84, top: 4, bottom: 44},
      xAxis: valueAxis(palette, curves[0].unit, {nameLocation: 'middle', nameGap: 26, nameTextStyle: {color: palette.faint}, minInterval: 1,
        max: Math.ceil(1.1 * Math.max(1, ...curves.map(reach), ...estimates(curves, 'undisturbed').map(([load]) => load)))}),
      yAxis: nameAxis(palette, curves, names),
      tooltip: Object.assign(base(palette).tooltip, {axisPointer: {type: 'shadow'}, formatter: hovered => {
        const curve = curves[hovered[0].dataIndex];
        return '<b>' + escape(curve.name) + '</b><br>' + escape(curve.capacity.text + ' ' + curve.unit + ' within ' + curve.sla)
          + (curve.capacity.estimate ? '<br>estimate: ' + escape(curve.capacity.estimate.text) : '')
          + (curve.capacity.undisturbed ? '<br>undisturbed: ' + escape(curve.capacity.undisturbed.text) : '');
      }}),
      series: [{
        type: 'bar', name: 'max ' + curves[0].unit, barMaxWidth: 26,
        data: curves.map(curve => ({
          value: curve.capacity.level,
          itemStyle: {color: curve.capacity.maybeMore ? hatch(COLOURS[0]) : COLOURS[0], borderColor: COLOURS[0], borderWidth: 1},
        })),
        markLine: {
          symbol: ['rect', 'rect'], symbolSize: [2, 12], silent: true, animation: false, label: {show: false}, lineStyle: {color: palette.text, type: 'solid', width: 2},
          data: curves.map((curve, index) => whisker(curve).map(end => ({coord: [end, index]})))
            .filter(ends => ends[0].coord[0] < ends[1].coord[0]),
        },
      }, {
        type: 'scatter', name: 'estimate', silent: true, symbol: 'diamond', symbolSize: 10, itemStyle: {color: palette.text, opacity: 1},
        data: estimates(curves, 'estimate'),
      }, {
        type: 'scatter', name: 'undisturbed', silent: true, symbol: 'emptyDiamond', symbolSize: 10, itemStyle: {color: palette.text, opacity: 1},
        data: estimates(curves, 'undisturbed'),
      }, {
        type: 'scatter', name: 'answer', silent: true, symbolSize: 0, itemStyle: {opacity: 1},
        data: curves.map((curve, index) => [reach(curve), index]),
        label: {show: true, position: 'right', distance: 8, color: palette.text, fontWeight: 'bold', formatter: of => curves[of.dataIndex].capacity.text},
      }],
    });
  }

  /** On paper a legend takes as many rows as it needs, and there is no zoom. */
  function printed(option) {
    const rows = Math.ceil(option.series.length / 5);
    return Object.assign({}, option, {
      legend: Object.assign({}, option.legend, {type: 'plain'}),
      dataZoom: [],
      grid: Object.assign({}, option.grid, {top: 40 + 20 * rows}),
    });
  }

  // What fits a sheet of paper, in CSS pixels.
  const PRINTED_WIDTH = 680;

  /** The charts of a page. */
  class Board {
    constructor() {
      this.drawn = new Map();
      this.charts = {};
      this.groups = {};
      this.dark = window.matchMedia('(prefers-color-scheme: dark)');
      this.printing = false;
      this.spacing = 'scale';
      this.dark.addEventListener('change', () => this.redraw());
      window.addEventListener('resize', () => this.fit());
      this.offerChoices();
    }

    /** The choices work with a script only. */
    offerChoices() {
      document.querySelectorAll('.choice').forEach(offer => { offer.hidden = false; });
      document.querySelectorAll('input[name="spacing"]').forEach(choice => choice.addEventListener('change', () => {
        this.spacing = choice.value;
        this.redraw();
      }));
    }

    /** Draws a chart in its place, once. */
    draw(id, build, group) {
      const place = document.getElementById(id);
      if (!place || this.drawn.has(id)) {
        return;
      }
      const chart = echarts.init(place, null, {renderer: 'canvas'});
      this.drawn.set(id, build);
      this.charts[id] = chart;
      if (group) {
        this.link(chart, place, group);
      }
      this.show(id);
    }

    /** Draws charts of what the reader chooses; of the first where there is no choice. */
    drawChosen(id, builds, group) {
      const choice = document.getElementById(id + '-choice');
      const value = () => choice ? choice.value : '0';
      const places = Object.keys(builds).filter(place => document.getElementById(place) && !this.drawn.has(place));
      places.forEach(place => this.draw(place, builds[place](value()), group));
      if (choice && places.length > 0) {
        choice.addEventListener('change', () => places.forEach(place => {
          this.drawn.set(place, builds[place](value()));
          this.show(place);
        }));
      }
    }

    /** Draws the capacity of each curve, in a place as high as their number asks for. */
    drawCapacity(id, curves) {
      document.getElementById(id).style.height = heightOfBars(curves);
      this.draw(id, capacity(curves));
    }

    /**
     * Draws metrics of several curves, over their loads or as bars.
     *
     * @param places the metric of each place, by its id
     * @param chosen the place of the metric that the reader chooses
     */
    drawOverviews(places, chosen, curves, words, spreadToo) {
      const points = arePoints(curves);
      const group = points ? null : chosen;
      if (points) {
        Object.keys(places).concat(chosen).map(id => document.getElementById(id)).filter(Boolean)
          .forEach(place => { place.style.height = heightOfBars(curves); });
      }
      const build = metric => overview(curves, metric, words, spreadToo);
      Object.entries(places).forEach(([id, metric]) => this.draw(id, build(metric), group));
      this.drawChosen(chosen, {[chosen]: build}, group);
    }

    /** Draws the charts of a cell's sections when they are opened, and of all of them for a print. */
    drawSections(drawCell) {
      const sections = [...document.querySelectorAll('details[data-cell]')];
      const drawOpened = () => sections.filter(section => section.open).forEach(section => drawCell(Number(section.dataset.cell), section));
      sections.forEach(section => section.addEventListener('toggle', drawOpened));
      window.addEventListener('beforeprint', () => {
        document.querySelectorAll('details').forEach(section => { section.open = true; });
        drawOpened();
        this.print(true);
      });
      window.addEventListener('afterprint', () => this.print(false));
      drawOpened();
    }

    /** Draws a chart anew; lazily where it is fitted to its place next, which draws it too. */
    show(id, lazyUpdate = false) {
      const option = this.option(this.drawn.get(id));
      this.charts[id].setOption(option, {notMerge: true, lazyUpdate});
      document.querySelectorAll('#' + id + ' > .cursor').forEach(cursor => {
        cursor.hidden = true;
        cursor.style.top = option.grid.top + 'px';
        cursor.style.bottom = option.grid.bottom + 'px';
      });
    }

    /**
     * Charts of a group show the same loads, and the one that is pointed at. (Connected by the
     * library, each of them would show its tooltip over its curves.)
     */
    link(chart, place, group) {
      const cursor = document.createElement('div');
      cursor.className = 'cursor';
      cursor.hidden = true;
      place.append(cursor);
      const members = this.groups[group] = this.groups[group] || [];
      const others = () => members.filter(member => member.chart !== chart);
      members.push({chart, cursor});
      chart.on('updateAxisPointer', event => others().forEach(other => {
        const axis = (event.axesInfo || [])[0];
        other.cursor.hidden = !axis;
        if (axis) {
          other.cursor.style.left = other.chart.convertToPixel({xAxisIndex: 0}, axis.value) + 'px';
        }
      }));
      chart.on('globalout', () => others().forEach(other => { other.cursor.hidden = true; }));
      chart.on('datazoom', () => {
        const {start, end} = chart.getOption().dataZoom[0];
        others().filter(other => other.chart.getOption().dataZoom[0].start !== start || other.chart.getOption().dataZoom[0].end !== end)
          .forEach(other => other.chart.dispatchAction({type: 'dataZoom', start, end}));
      });
    }

    option(build) {
      const option = build(theme(this.dark.matches && !this.printing), this.spacing);
      return this.printing && option.legend.show !== false ? printed(option) : option;
    }

    redraw(lazyUpdate = false) {
      Object.keys(this.charts).forEach(id => this.show(id, lazyUpdate));
    }

    /** To its place; on paper, which resizes the window too, to the paper. */
    fit() {
      Object.values(this.charts).forEach(chart => chart.resize({width: this.printing ? PRINTED_WIDTH : 'auto'}));
    }

    print(printing) {
      this.printing = printing;
      this.redraw(true);
      this.fit();
    }
  }

  const kit = {COLOURS, base, valueAxis, rightAxis, millisAxis, limitLine, line, room, escape, row, tip, measure};

  return {Board, throughput, latency, pool, time, sites, spectrum, kit};
})();
