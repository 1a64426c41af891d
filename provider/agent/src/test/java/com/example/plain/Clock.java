package com.example.plain;

/** Another service of a team's. */
public interface Clock {
  long millis();
}
