package io.poolbench.http;

import com.sun.management.OperatingSystemMXBean;
import io.poolbench.load.ClosedLoop;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.ParkingScheduler;
import io.poolbench.load.StepRunner;
import io.poolbench.measure.FailureReasons;
import io.poolbench.measure.LatencyRecorder;
import io.poolbench.measure.NanoClock;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Workload;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a call of the HTTP target costs, run by {@code .ci/http-cost}. {@code serve PORT} is a
 * server; {@code load PORT USERS SECONDS} a closed loop that prints, tab-separated: requests/s, CPU
 * in us a request, TP50 and TP99 in ms, failed calls, reconnects.
 */
public final class HttpCost {
  private static final Duration WARM_UP = Duration.ofSeconds(8);

  private HttpCost() {}

  /** Runs one of both. */
  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[1]);
    if (args[0].equals("serve")) {
      String answer = HttpServer.response(200, "{\"n\":1}", "Content-Type: application/json");
      try (HttpServer server = new HttpServer(port, n -> answer)) {
        System.out.println("READY " + server.address().getPort());
        // until the script closes the pipe
        System.in.transferTo(OutputStream.nullOutputStream());
      }
    } else {
      load(port, Integer.parseInt(args[2]), Duration.ofSeconds(Integer.parseInt(args[3])));
    }
  }

  private static void load(int port, int users, Duration measure) throws Exception {
    InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    FailureReasons reasons = new FailureReasons();
    LongAdder reconnects = new LongAdder();
    HttpTarget.Config config =
        new HttpTarget.Config(
            server, new HttpRequest("GET", "/"), 5_000, 1_000, users, reasons, reconnects);
    NanoClock clock = NanoClock.system();
    try (ClosedLoop load =
        new ClosedLoop(
            (slots, completion) -> HttpTarget.open(config, slots, completion),
            users,
            new Workload.Closed(ThinkTime.NONE, 0),
            1,
            new LatencyRecorder(),
            clock,
            new ParkingScheduler(clock))) {
      var os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      MeasuredWindow<Long> window =
          new StepRunner(load, clock).run(users, WARM_UP, measure, os::getProcessCpuTime);
      var interval = window.interval();
      System.out.printf(
          Locale.ROOT,
          "%.0f\t%.2f\t%.3f\t%.3f\t%d\t%d%n",
          interval.ok() * 1e9 / window.nanos(),
          (window.after() - window.before()) / 1e3 / interval.calls(),
          interval.response().getValueAtPercentile(50) / 1e6,
          interval.response().getValueAtPercentile(99) / 1e6,
          interval.calls() - interval.ok(),
          reconnects.sum());
      reasons.counts().forEach((reason, count) -> System.err.println(count + " x " + reason));
    }
  }
}
