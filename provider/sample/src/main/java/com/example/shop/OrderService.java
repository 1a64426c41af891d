package com.example.shop;

import java.util.List;

/** Orders of the shop. */
public interface OrderService {

  /** Finds an order by its number. */
  Order findOrder(long id);

  List<Order> findOrders(String customer);

  List<Order> findOrders(String customer, OrderStatus status);

  /** Stores a new order and returns its number. */
  long placeOrder(Order order);
}
