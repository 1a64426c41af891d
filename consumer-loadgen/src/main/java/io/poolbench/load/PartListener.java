package io.poolbench.load;

/** Receives each part of a window as it closes, on the thread that runs the step; returns soon. */
@FunctionalInterface
public interface PartListener {
  /** Ignores all parts. */
  PartListener NONE = (level, part) -> {};

  /**
   * A part has closed.
   *
   * @param level the load level of the step
   */
  void closed(int level, MeasuredWindow.Part part);
}
