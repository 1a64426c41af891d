package io.poolbench.http;

import com.sun.management.OperatingSystemMXBean;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Load;
import io.poolbench.load.Loads;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.NanoClock;
import io.poolbench.load.ParkingScheduler;
import io.poolbench.load.StepRunners;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ArrivalProcess;
import io.poolbench.spec.Workload.ThinkTime;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a call of the HTTP target costs, run by {@code .ci/http-cost}. {@code serve PORT} is a
 * server; {@code load PORT USERS SECONDS} a closed loop, {@code open PORT CONNECTIONS SECONDS RATE}
 * an open one of a constant rate. Both print, tab-separated: requests/s, CPU in us a request, TP50
 * and TP99 in ms, failed calls, reconnects, the most memory that was resident in MB.
 */
public final class HttpCost {
  private static final Duration WARM_UP = Duration.ofSeconds(8);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private HttpCost() {}

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
      Duration measure = Duration.ofSeconds(Integer.parseInt(args[3]));
      load(port, Integer.parseInt(args[2]), args.length > 4 ? args[4] : "", measure);
    }
  }

  private static void load(int port, int connections, String rate, Duration measure)
      throws Exception {
    InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    FailureReasons reasons = new FailureReasons();
    LongAdder reconnects = new LongAdder();
    HttpTargets targets =
        new HttpTargets(
            Destination.direct(server), "/", 5_000, 1_000, connections, reasons, reconnects);
    NanoClock clock = NanoClock.system();
    ParkingScheduler scheduler = new ParkingScheduler(clock);
    Workload workload =
        rate.isEmpty()
            ? new Workload.Closed(ThinkTime.NONE)
            : new Workload.Open(ArrivalProcess.CONSTANT, connections);
    try (Load load =
        Loads.open(workload, connections, WARM_UP, TIMEOUT, 1, targets, clock, scheduler)) {
      int level = rate.isEmpty() ? connections : Integer.parseInt(rate);
      var os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      MeasuredWindow<Long> window =
          StepRunners.of(load, clock).run(level, WARM_UP, measure, os::getProcessCpuTime);
      var interval = window.interval();
      System.out.printf(
          Locale.ROOT,
          "%.0f\t%.2f\t%.3f\t%.3f\t%d\t%d\t%d%n",
          interval.ok() * 1e9 / window.nanos(),
          (window.after() - window.before()) / 1e3 / interval.calls().total(),
          interval.response().getValueAtPercentile(50) / 1e6,
          interval.response().getValueAtPercentile(99) / 1e6,
          interval.calls().total() - interval.ok(),
          reconnects.sum(),
          residentPeakBytes() >> 20);
      reasons.counts().forEach((reason, count) -> System.err.println(count + " x " + reason));
    }
  }

  private static long residentPeakBytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
        .findFirst()
        .orElse(0);
  }
}
