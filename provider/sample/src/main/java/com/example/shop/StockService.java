package com.example.shop;

import java.util.List;
import java.util.Map;

/** What the warehouse has. */
public interface StockService {

  /** How many pieces of each article are available; an unknown article has none. */
  Map<String, Integer> available(List<String> skus);
}
