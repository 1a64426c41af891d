package com.example.shop;

import java.io.Serializable;
import java.math.BigDecimal;

/** One article of an order; {@code price} is for one piece. */
public class OrderLine implements Serializable {

  private String sku;
  private int quantity;
  private BigDecimal price;

  public OrderLine() {}

  public OrderLine(String sku, int quantity, BigDecimal price) {
    this.sku = sku;
    this.quantity = quantity;
    this.price = price;
  }

  public String getSku() {
    return sku;
  }

  public void setSku(String sku) {
    this.sku = sku;
  }

  public int getQuantity() {
    return quantity;
  }

  public void setQuantity(int quantity) {
    this.quantity = quantity;
  }

  public BigDecimal getPrice() {
    return price;
  }

  public void setPrice(BigDecimal price) {
    this.price = price;
  }
}
