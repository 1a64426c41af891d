package io.poolbench.server.web;

import io.poolbench.api.WebPath;
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
  Answer nodelay() {
    return Answer.ok(WebPath.NODELAY);
  }

  @GetMapping(WebPath.SYNC)
  Answer sync() throws InterruptedException, ExecutionException {
    return workers.submit(() -> worked(WebPath.SYNC)).get();
  }

  @GetMapping(WebPath.ASYNC)
  DeferredResult<Answer> async() {
    DeferredResult<Answer> result = new DeferredResult<>();
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
  Answer blocking() {
    return Answer.of(WebPath.BLOCKING, downstream.read());
  }

  @GetMapping(WebPath.CALLABLE)
  Callable<Answer> callable() {
    return () -> Answer.of(WebPath.CALLABLE, downstream.read());
  }

  private Answer worked(String path) throws InterruptedException {
    work.run();
    return Answer.ok(path);
  }
}
