package io.poolbench.api;

import java.util.Objects;

/**
 * The request threads of a servlet container. Both containers start a thread before they queue, and
 * queue without a bound.
 *
 * @param container the container
 * @param coreThreads the threads that it keeps
 * @param threads the maximum of them
 */
public record ContainerPool(ContainerKind container, int coreThreads, int threads)
    implements ConfiguredPool {
  public ContainerPool {
    Objects.requireNonNull(container, "container");
  }

  @Override
  public String kind() {
    return container.id();
  }

  @Override
  public int queues() {
    return -1;
  }

  @Override
  public boolean queuesBeforeItGrows() {
    return false;
  }

  @Override
  public String label() {
    return container.id() + " " + threads;
  }
}
