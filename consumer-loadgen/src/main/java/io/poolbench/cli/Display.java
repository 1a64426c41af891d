package io.poolbench.cli;

import io.poolbench.report.Terminal;
import io.poolbench.run.StudyListener;
import io.poolbench.spec.Study;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A display of one study's progress; {@code onClose} removes the live view. */
record Display(StudyListener listener, Runnable onClose) implements AutoCloseable {
  static Display none() {
    return new Display(new StudyListener() {}, () -> {});
  }

  static Display lines(Study study, PrintWriter out) {
    PrintedLines printed = new PrintedLines(out, System::nanoTime);
    Progress lines = new Progress(study, printed::print, true);
    return ticking(study, lines, printed::show, () -> {});
  }

  static Display live(Study study, PrintWriter out, Screen screen) {
    LiveRegion region = new LiveRegion(out, screen.columns());
    Progress lines = new Progress(study, line -> region.print(Terminal.paint(line)), false);
    return ticking(
        study,
        lines,
        view -> region.show(view.lines(region.width())),
        () -> region.show(List.of()));
  }

  private static Display ticking(
      Study study, Progress lines, Consumer<LiveView> shown, Runnable clear) {
    LiveProgress view =
        new LiveProgress(
            study.name(), shown, System::nanoTime, lines.time(), study.repetitions().count());
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
          clear.run();
        });
  }

  @Override
  public void close() {
    onClose.run();
  }
}
