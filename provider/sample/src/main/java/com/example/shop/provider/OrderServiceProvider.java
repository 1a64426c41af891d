package com.example.shop.provider;

import com.example.shop.Order;
import com.example.shop.OrderLine;
import com.example.shop.OrderNotFoundException;
import com.example.shop.OrderService;
import com.example.shop.OrderStatus;
import java.util.List;
import org.apache.dubbo.config.annotation.DubboService;

/** Serves orders from the database. */
@DubboService(version = "1.0.0")
public class OrderServiceProvider implements OrderService {

  private final ShopDatabase database;

  OrderServiceProvider(ShopDatabase database) {
    this.database = database;
  }

  @Override
  public Order findOrder(long id) {
    return database.byId(id).stream().findFirst().orElseThrow(() -> new OrderNotFoundException(id));
  }

  @Override
  public List<Order> findOrders(String customer) {
    return database.byCustomer(customer);
  }

  @Override
  public List<Order> findOrders(String customer, OrderStatus status) {
    return database.byCustomer(customer, status);
  }

  @Override
  public long placeOrder(Order order) {
    if (order.getLines().isEmpty()
        || order.getLines().stream().mapToInt(OrderLine::getQuantity).anyMatch(n -> n < 1)) {
      throw new IllegalArgumentException("an order has lines, each with a quantity");
    }
    return database.insert(order);
  }
}
