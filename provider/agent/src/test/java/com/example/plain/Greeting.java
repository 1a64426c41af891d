package com.example.plain;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A service of a team's. */
public interface Greeting {
  String greet(String name);

  List<String> greetAll(List<String> names);

  CompletableFuture<String> greetLater(String name);

  /** Keeps its thread for a while. */
  void hold(long millis);
}
