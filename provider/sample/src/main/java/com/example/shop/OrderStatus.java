package com.example.shop;

/** The processing state of an order. */
public enum OrderStatus {
  NEW,
  PAID,
  SHIPPED,
  CANCELLED
}
