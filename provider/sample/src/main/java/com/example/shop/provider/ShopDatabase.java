package com.example.shop.provider;

import com.example.shop.Order;
import com.example.shop.OrderLine;
import com.example.shop.OrderStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The shop's tables. Each method holds one connection from its start to its end. */
@Repository
@Transactional
public class ShopDatabase {

  private static final String ORDERS =
      "SELECT o.id, o.customer, o.status, o.placed, l.sku, l.quantity, l.price"
          + " FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE ";

  private final NamedParameterJdbcTemplate jdbc;
  private final Duration roundTrip;

  ShopDatabase(
      NamedParameterJdbcTemplate jdbc, @Value("${shop.database-round-trip}") Duration roundTrip) {
    this.jdbc = jdbc;
    this.roundTrip = roundTrip;
  }

  public List<Order> byId(long id) {
    return orders("o.id = :id", Map.of("id", id));
  }

  public List<Order> byCustomer(String customer) {
    return orders("o.customer = :customer", Map.of("customer", customer));
  }

  public List<Order> byCustomer(String customer, OrderStatus status) {
    return orders(
        "o.customer = :customer AND o.status = :status",
        Map.of("customer", customer, "status", status.name()));
  }

  public long insert(Order order) {
    answer();
    GeneratedKeyHolder key = new GeneratedKeyHolder();
    jdbc.update(
        "INSERT INTO orders (customer, status, placed) VALUES (:customer, 'NEW', LOCALTIMESTAMP)",
        new MapSqlParameterSource("customer", order.getCustomer()),
        key,
        new String[] {"id"});
    long id = key.getKeyAs(Long.class);
    jdbc.batchUpdate(
        "INSERT INTO order_lines VALUES (:id, :sku, :quantity, :price)",
        order.getLines().stream()
            .map(
                line ->
                    new MapSqlParameterSource("id", id)
                        .addValue("sku", line.getSku())
                        .addValue("quantity", line.getQuantity())
                        .addValue("price", line.getPrice()))
            .toArray(MapSqlParameterSource[]::new));
    return id;
  }

  /** Available pieces by article; unknown articles are missing. */
  public Map<String, Integer> stock(List<String> skus) {
    answer();
    Map<String, Integer> available = new HashMap<>();
    jdbc.query(
        "SELECT sku, available FROM stock WHERE sku IN (:skus)",
        Map.of("skus", skus),
        row -> {
          available.put(row.getString("sku"), row.getInt("available"));
        });
    return available;
  }

  private List<Order> orders(String condition, Map<String, ?> values) {
    answer();
    Map<Long, Order> orders = new LinkedHashMap<>();
    jdbc.query(
        ORDERS + condition + " ORDER BY o.id, l.sku",
        values,
        row -> {
          Order order = orders.computeIfAbsent(row.getLong("id"), id -> new Order());
          read(row, order);
        });
    return List.copyOf(orders.values());
  }

  private static void read(ResultSet row, Order order) throws SQLException {
    Timestamp placed = row.getTimestamp("placed");
    order.setId(row.getLong("id"));
    order.setCustomer(row.getString("customer"));
    order.setStatus(OrderStatus.valueOf(row.getString("status")));
    order.setPlaced(Date.from(placed.toInstant()));
    order
        .getLines()
        .add(
            new OrderLine(
                row.getString("sku"), row.getInt("quantity"), row.getBigDecimal("price")));
  }

  /** Simulates the round trip to a database on another host while the connection is held. */
  private void answer() {
    try {
      Thread.sleep(roundTrip.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the database was asked", e);
    }
  }
}
