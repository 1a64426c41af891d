package com.example.plain;

/** A program without Dubbo. */
public final class NoProvider {
  private NoProvider() {}

  public static void main(String[] arguments) {
    System.out.println("nothing to export");
  }
}
