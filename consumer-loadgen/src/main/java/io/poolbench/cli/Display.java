package io.poolbench.cli;

import io.poolbench.report.Colours;
import io.poolbench.spec.Study;
import io.poolbench.study.StudyListener;
import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Shows the progress of one study until it is closed.
 *
 * @param listener receives the study's events
 * @param onClose removes what must not stay on a terminal
 */
record Display(StudyListener listener, Runnable onClose) implements AutoCloseable {
  static Display none() {
    return new Display(new StudyListener() {}, () -> {});
  }

  /** Lines alone. */
  static Display lines(Study study, PrintWriter out) {
    return new Display(
        new Progress(
            study,
            line -> {
              out.println(line);
              out.flush();
            },
            true),
        () -> {});
  }

  /** Lines above a live view, which is updated every second. */
  static Display live(Study study, PrintWriter out, Screen screen) {
    LiveRegion region = new LiveRegion(out, screen.columns());
    Progress lines = new Progress(study, line -> region.print(Colours.ANSI.paint(line)), false);
    LiveProgress view =
        new LiveProgress(region, System::nanoTime, lines.time(), study.repetitions().count());
    ScheduledExecutorService ticker =
        Executors.newSingleThreadScheduledExecutor(
            tick -> {
              Thread thread = new Thread(tick, "progress");
              thread.setDaemon(true);
              return thread;
            });
    var unused = ticker.scheduleAtFixedRate(view::tick, 1, 1, TimeUnit.SECONDS);
    return new Display(
        StudyListener.all(lines, view),
        () -> {
          ticker.shutdownNow();
          view.close();
        });
  }

  @Override
  public void close() {
    onClose.run();
  }
}
