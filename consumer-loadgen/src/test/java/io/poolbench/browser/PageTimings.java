package io.poolbench.browser;

import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import io.poolbench.store.SampleSweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long {@code report.html} of some 400 steps in 14 cells takes, and how large it is: no test,
 * for a busy host decides too, but a benchmark that prints. No build runs it by itself; on a quiet
 * host: {@code mvn verify -pl consumer-loadgen -am -Dit.test=PageTimings -Dtest=None
 * -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false}
 */
class PageTimings {
  private static final int TIMES = 5;

  @TempDir private Path folder;

  @Test
  void printed() throws IOException {
    StudyResult result = SampleSweep.studyResult();
    Path page = folder.resolve("report.html");
    print("render, the first in this JVM", "ms", List.of(renderMillis(result)));
    print("render", "ms", repeated(() -> renderMillis(result)));
    Files.writeString(page, InChromium.rendered(result));
    print("size", "bytes", List.of((double) Files.size(page)));
    try (Chromium chromium = Chromium.start()) {
      print("navigation to ready, the first in this browser", "ms", List.of(ready(chromium, page)));
      print("navigation to ready", "ms", repeated(() -> ready(chromium, page)));
      print("to open and draw all cells", "ms", repeated(() -> everything(chromium, page)));
    }
  }

  private static List<Double> repeated(DoubleSupplier once) {
    return DoubleStream.generate(once).limit(TIMES).boxed().toList();
  }

  private static double renderMillis(StudyResult result) {
    long start = System.nanoTime();
    InChromium.rendered(result);
    return (System.nanoTime() - start) / (double) TimeUnit.MILLISECONDS.toNanos(1);
  }

  /** By the browser's own clock, from the start of the navigation. */
  private static double ready(Chromium chromium, Path page) {
    chromium.open(page);
    chromium.await("poolbench.ready");
    return chromium.figure("performance.getEntriesByName('poolbench.ready')[0].startTime");
  }

  private static double everything(Chromium chromium, Path page) {
    chromium.open(page);
    chromium.await("poolbench.ready");
    double start = chromium.figure("performance.now()");
    Chart.openEverything(chromium);
    return chromium.figure("performance.now()") - start;
  }

  private static void print(String what, String unit, List<Double> figures) {
    String all = String.join(", ", figures.stream().sorted().map(FigureText::measure).toList());
    double median = figures.stream().sorted().toList().get(figures.size() / 2);
    System.out.println(
        "TIMING: " + what + ": " + FigureText.measure(median) + " " + unit + " (of " + all + ")");
  }
}
