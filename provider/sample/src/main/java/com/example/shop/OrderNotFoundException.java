package com.example.shop;

/** There is no order of this number. */
public class OrderNotFoundException extends RuntimeException {

  public OrderNotFoundException(long id) {
    super("no order " + id);
  }
}
