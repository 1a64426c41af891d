package io.poolbench.load;

/** Told of each part of a window as it closes, on the thread that runs the step; returns soon. */
@FunctionalInterface
public interface PartListener {
  /** Hears nothing. */
  PartListener NONE = (level, part) -> {};

  /**
   * A part has closed.
   *
   * @param level the load that is held
   */
  void closed(int level, Window.Part part);
}
