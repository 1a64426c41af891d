package com.example.shop.provider;

import com.example.shop.StockService;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.dubbo.config.annotation.DubboService;

/** Serves stock levels from the database. */
@DubboService(group = "warehouse")
public class StockServiceProvider implements StockService {

  private final ShopDatabase database;

  StockServiceProvider(ShopDatabase database) {
    this.database = database;
  }

  @Override
  public Map<String, Integer> available(List<String> skus) {
    Map<String, Integer> known = database.stock(skus);
    Map<String, Integer> available = new LinkedHashMap<>();
    skus.forEach(sku -> available.put(sku, known.getOrDefault(sku, 0)));
    return available;
  }
}
