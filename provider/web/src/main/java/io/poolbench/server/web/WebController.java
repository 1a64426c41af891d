package io.poolbench.server.web;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** The HTTP endpoints: see {@link WebPath}. Thread-safe. */
@RestController
final class WebController {
  private final ExecutorService workers;
  private final Work work;
  private final Downstream downstream;

  WebController(ExecutorService workers, Work work, Downstream downstream) {
    this.workers = workers;
    this.work = work;
    this.downstream = downstream;
  }

  @GetMapping(WebPath.NODELAY)
  AnswerBody nodelay() {
    return AnswerBody.ok(WebPath.NODELAY);
  }

  @GetMapping(WebPath.SYNC)
  AnswerBody sync() throws InterruptedException, ExecutionException {
    return workers.submit(() -> worked(WebPath.SYNC)).get();
  }

  @GetMapping(WebPath.ASYNC)
  DeferredResult<AnswerBody> async() {
    DeferredResult<AnswerBody> result = new DeferredResult<>();
    workers.execute(
        () -> {
          try {
            result.setResult(worked(WebPath.ASYNC));
          } catch (InterruptedException stopped) {
            result.setErrorResult(stopped);
          }
        });
    return result;
  }

  @GetMapping(WebPath.BLOCKING)
  AnswerBody blocking() {
    return AnswerBody.of(WebPath.BLOCKING, downstream.read());
  }

  @GetMapping(WebPath.CALLABLE)
  Callable<AnswerBody> callable() {
    return () -> AnswerBody.of(WebPath.CALLABLE, downstream.read());
  }

  private AnswerBody worked(String path) throws InterruptedException {
    work.run();
    return AnswerBody.ok(path);
  }
}
