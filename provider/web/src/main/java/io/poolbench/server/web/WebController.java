package io.poolbench.server.web;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.context.request.async.DeferredResult;

/** The HTTP endpoints: each answers {@code GET} with a small JSON object. Thread-safe. */
@RestController
final class WebController {
  /** Answers at once. */
  static final String NODELAY = "/nodelay";

  /** Waits on the container's thread for work in the worker pool. */
  static final String SYNC = "/sync";

  /** Works in the worker pool, and releases the container's thread meanwhile. */
  static final String ASYNC = "/async";

  /** Calls the downstream service on the container's thread. */
  static final String BLOCKING = "/blocking";

  /** Calls the downstream service on a thread of Spring's task executor. */
  static final String CALLABLE = "/callable";

  /** The work of a request in the worker pool. */
  @FunctionalInterface
  interface Work {
    void run() throws InterruptedException;
  }

  /** The body of an answer, as JSON; {@code endpoint} is the path without its slash. */
  record AnswerBody(String endpoint, String result) {
    private static AnswerBody ok(String path) {
      return of(path, "ok");
    }

    private static AnswerBody of(String path, String result) {
      return new AnswerBody(path.substring(1), result);
    }
  }

  private final ExecutorService workers;
  private final Work work;
  private final String downstream;

  /** The JDK's client, whose calling thread waits. */
  private final RestClient client =
      RestClient.builder().requestFactory(new SimpleClientHttpRequestFactory()).build();

  /**
   * @param downstream URL of the downstream service
   */
  WebController(ExecutorService workers, Work work, String downstream) {
    this.workers = workers;
    this.work = work;
    this.downstream = downstream;
  }

  @GetMapping(NODELAY)
  AnswerBody nodelay() {
    return AnswerBody.ok(NODELAY);
  }

  @GetMapping(SYNC)
  AnswerBody sync() throws InterruptedException, ExecutionException {
    return workers.submit(() -> worked(SYNC)).get();
  }

  @GetMapping(ASYNC)
  DeferredResult<AnswerBody> async() {
    DeferredResult<AnswerBody> result = new DeferredResult<>();
    workers.execute(
        () -> {
          try {
            result.setResult(worked(ASYNC));
          } catch (InterruptedException stopped) {
            result.setErrorResult(stopped);
          }
        });
    return result;
  }

  @GetMapping(BLOCKING)
  AnswerBody blocking() {
    return AnswerBody.of(BLOCKING, read());
  }

  @GetMapping(CALLABLE)
  Callable<AnswerBody> callable() {
    return () -> AnswerBody.of(CALLABLE, read());
  }

  private String read() {
    return client.get().uri(downstream).retrieve().body(String.class);
  }

  private AnswerBody worked(String path) throws InterruptedException {
    work.run();
    return AnswerBody.ok(path);
  }
}
