package consumer;

import java.util.concurrent.CompletableFuture;

/** The service of both providers: the one in front asks the one behind, which answers after a time. */
public interface Relay {
  /** The business thread waits for the answer. */
  String sync(int millis);

  /** The business thread is given back, and the callback of the answer does not wait. */
  CompletableFuture<String> future(int millis);

  /** The business thread is given back, and the callback of the answer waits for 2 ms. */
  CompletableFuture<String> waits(int millis);
}
