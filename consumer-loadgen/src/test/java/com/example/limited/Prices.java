package com.example.limited;

import java.io.Serializable;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A service that {@link LimitedProvider} calls, or provides. */
public interface Prices {
  Price price(String article);

  CompletableFuture<Integer> priceLater(String article);

  /** A price with its parts, in cents. */
  final class Price implements Serializable {
    private static final long serialVersionUID = 1L;

    private List<Long> parts;
    private String currency;

    public List<Long> getParts() {
      return parts;
    }

    public void setParts(List<Long> parts) {
      this.parts = parts;
    }

    public String getCurrency() {
      return currency;
    }

    public void setCurrency(String currency) {
      this.currency = currency;
    }
  }
}
