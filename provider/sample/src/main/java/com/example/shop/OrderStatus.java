package com.example.shop;

/** How far an order is. */
public enum OrderStatus {
  NEW,
  PAID,
  SHIPPED,
  CANCELLED
}
