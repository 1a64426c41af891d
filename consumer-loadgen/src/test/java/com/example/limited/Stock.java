package com.example.limited;

/** The service of {@link LimitedProvider}. */
public interface Stock {
  int level(String article);
}
