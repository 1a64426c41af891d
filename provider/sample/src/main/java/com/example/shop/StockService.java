package com.example.shop;

import java.util.List;
import java.util.Map;

/** The stock of the warehouse. */
public interface StockService {

  /** Available pieces by article; 0 for unknown articles. */
  Map<String, Integer> available(List<String> skus);
}
