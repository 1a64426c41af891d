package com.example.plain;

/** A program without Dubbo. */
public final class NoProvider {
  private NoProvider() {}

  /**
   * Ends at once, or never.
   *
   * @param arguments a class to load before it waits
   */
  public static void main(String[] arguments) throws Exception {
    System.out.println("nothing to export");
    if (arguments.length > 0) {
      Class.forName(arguments[0]);
      Thread.currentThread().join();
    }
  }
}
