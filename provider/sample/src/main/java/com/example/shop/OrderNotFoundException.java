package com.example.shop;

/** No order has the requested number. */
public class OrderNotFoundException extends RuntimeException {

  public OrderNotFoundException(long id) {
    super("no order " + id);
  }
}
