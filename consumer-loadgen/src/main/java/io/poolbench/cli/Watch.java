package io.poolbench.cli;

import io.poolbench.spec.Study;
import io.poolbench.study.StudyListener;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Somebody who watches a study, until the study ends.
 *
 * @param listener what the study tells
 * @param end what is to be done at the end, whatever the end is
 */
record Watch(StudyListener listener, Runnable end) implements AutoCloseable {
  Watch {
    Objects.requireNonNull(listener, "listener");
    Objects.requireNonNull(end, "end");
  }

  /** Nobody looks. */
  static Watch none(Study study) {
    return new Watch(new Progress(study, line -> {}, false), () -> {});
  }

  /** In lines. */
  static Watch lines(Study study, PrintWriter out) {
    return new Watch(
        new Progress(
            study,
            line -> {
              out.println(line);
              out.flush();
            },
            true),
        () -> {});
  }

  /** On a terminal whose lines can be written anew. */
  static Watch live(Study study, PrintWriter out, Screen screen) {
    LiveProgress progress =
        new LiveProgress(study, new LiveRegion(out, screen.columns()), System::nanoTime);
    ScheduledExecutorService seconds =
        Executors.newSingleThreadScheduledExecutor(
            tick -> {
              Thread thread = new Thread(tick, "progress");
              thread.setDaemon(true);
              return thread;
            });
    var unused = seconds.scheduleAtFixedRate(progress::tick, 1, 1, TimeUnit.SECONDS);
    return new Watch(
        progress,
        () -> {
          seconds.shutdownNow();
          progress.close();
        });
  }

  @Override
  public void close() {
    end.run();
  }
}
