package io.poolbench.side;

import io.poolbench.lab.LabException;
import java.io.IOException;

/** The machine of a side: its build, its files and its addresses. */
public interface SideHost extends AutoCloseable {
  /** The hash of the build that the side runs. */
  String build() throws LabException;

  /**
   * Where a file of the coordinator is here: at its own path, where both have it with this content,
   * or in the cache; empty if nowhere.
   *
   * @param path absolute
   * @param hash of its content
   */
  String find(String path, String hash) throws IOException, LabException;

  /**
   * Adds bytes to a file that is sent to the cache.
   *
   * @param offset where they belong
   */
  void append(String hash, long offset, byte[] bytes) throws IOException, LabException;

  /**
   * Keeps a file that was sent.
   *
   * @param name of the file, without a folder
   * @return its path here
   */
  String keep(String hash, String name) throws IOException, LabException;

  /** A working folder here: the same, where it is there, or one in the cache. */
  String folder(String path) throws IOException, LabException;

  /** The address at which others reach this machine, as far as it knows. */
  String address() throws IOException, LabException;

  @Override
  void close();
}
