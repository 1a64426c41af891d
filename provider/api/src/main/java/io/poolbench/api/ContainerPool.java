package io.poolbench.api;

import java.util.Objects;

/**
 * The request threads of a servlet container. Both containers start threads up to the maximum
 * before they queue, and their queues are unbounded.
 *
 * @param coreThreads the minimum number of threads
 * @param threads the maximum number of threads
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
