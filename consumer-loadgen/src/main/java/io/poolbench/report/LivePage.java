package io.poolbench.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import io.poolbench.result.StudyResult;
import io.poolbench.run.StudyListener;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The page of a running study, which browsers reload. It is rendered on the study's thread between
 * two measurements, and only if a browser has read the page before: rendering disturbs no
 * measurement.
 *
 * <p>Updated by one thread, read by any.
 */
public final class LivePage implements StudyListener {
  private static final int RELOAD_SECONDS = 5;

  private final CountDownLatch lastRead = new CountDownLatch(1);
  private volatile String html =
      "<!DOCTYPE html><title>poolbench</title><p>No step is measured yet.";
  private volatile boolean read;
  private volatile boolean watched;
  private volatile boolean ended;

  @Override
  public void measured(Supplier<StudyResult> soFar) {
    if (read) {
      read = false;
      html = ReportFile.PAGE.text(EvaluatedResult.running(soFar.get()));
    }
  }

  /** Shows the result of a study that has ended; other studies may follow. */
  public void show(EvaluatedResult result) {
    html = ReportFile.PAGE.text(result);
  }

  /** Waits, after the last study, until a browser that reloads the page has read it. */
  public void awaitLastRead() throws InterruptedException {
    ended = true;
    if (watched) {
      boolean unused = lastRead.await(2 * RELOAD_SECONDS, TimeUnit.SECONDS);
    }
  }

  void send(HttpExchange exchange) throws IOException {
    read = true;
    watched = true;
    boolean last = ended;
    byte[] page = html.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    if (!last) {
      exchange.getResponseHeaders().set("Refresh", Integer.toString(RELOAD_SECONDS));
    }
    exchange.sendResponseHeaders(200, page.length);
    exchange.getResponseBody().write(page);
    if (last) {
      lastRead.countDown();
    }
  }
}
