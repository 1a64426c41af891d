package com.example.shop;

import java.util.List;

/** Orders of the shop. */
public interface OrderService {

  /**
   * The order of this number.
   *
   * @throws OrderNotFoundException if there is no such order
   */
  Order findOrder(long id);

  List<Order> findOrders(String customer);

  List<Order> findOrders(String customer, OrderStatus status);

  /**
   * Stores a new order and returns its number.
   *
   * @throws IllegalArgumentException if the order has no lines, or a line without quantity
   */
  long placeOrder(Order order);
}
