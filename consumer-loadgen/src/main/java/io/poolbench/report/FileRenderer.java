package io.poolbench.report;

/** A renderer whose output is a file of the results folder. */
public interface FileRenderer extends Renderer {
  /** The file's name, such as {@code tables.md}. */
  String fileName();
}
