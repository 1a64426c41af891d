package consumer;

import java.util.concurrent.CompletableFuture;

/** The service of all providers: the one in front calls the others, which answer after a time. */
public interface Relay {
  /** The business thread waits for the answer. */
  String sync(int millis);

  /** The business thread is given back, and the callback of the answer does not wait. */
  CompletableFuture<String> future(int millis);

  /** The business thread is given back, and the callback of the answer waits for 2 ms. */
  CompletableFuture<String> waits(int millis);

  /** The business thread is given back, and the callback of the answer waits for 20 ms. */
  CompletableFuture<String> blocks(int millis);

  /** As {@link #future}, of the second called provider. */
  CompletableFuture<String> other(int millis);
}
